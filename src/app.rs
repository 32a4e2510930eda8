//! The application: what is true of the course, its lessons and the learner's work, whichever front end shows it.
//!
//! It stands between the notebook and the two front ends, the screen and the plain mode. It knows neither of them, no terminal and no
//! sentence: what it tells is data, and the front ends have the words.
//!
//! An [`OpenLesson`](lesson::OpenLesson) has the rules by which it is read, answered and helped with. [`Services`](services::Services)
//! do what takes time or touches the disk: a front end hands them an [`AppRequest`](event::AppRequest) and hears an
//! [`AppEvent`](event::AppEvent). What other threads have to tell comes by one [`channel`].

pub mod beam;
pub mod block_status;
pub mod channel;
pub mod compare;
pub mod comparison;
pub mod event;
pub mod executor;
pub mod files;
pub mod gradient;
pub mod jumps;
pub mod lesson;
pub mod links;
pub mod machine;
pub mod page_gradient;
pub mod questions;
pub mod review;
pub mod services;
pub mod session;
pub mod snapshots;
pub mod veils;
pub mod workspace;
