use super::*;
use crate::nn::stages::AttentionPlace;
use crate::nn::training::Pace;
use crate::nn::{Config, Task};
use crate::notebook::training::plan::{ExampleCounts, TrainingChoices};
use crate::notebook::training::{TrainerThread, TrainingPlan};

fn plan() -> TrainingPlan {
    let usual = TrainingPlan::of(Task::Copy);
    let counts = ExampleCounts { validation: 4, test: 4, unseen: 4 };
    let choices = TrainingChoices { steps: 300, batch: 2, every: 100, counts, ..usual.choices };
    TrainingPlan {
        choices,
        config: Config { d_model: 4, heads: 1, d_ff: 4, enc_layers: 1, dec_layers: 1, ..usual.config },
    }
}

fn run() -> TrainingRun {
    TrainingRun::begin(plan()).unwrap()
}

fn session() -> TrainingSession {
    TrainingSession::open(run(), PathBuf::from("."), Box::new(|| Duration::ZERO)).0
}

#[test]
fn moments_are_few_and_the_first_the_newest_and_the_learners_own_stay() {
    let session = session();
    let (look, moment) = (session.looked.clone().unwrap(), session.run.course.moment());
    let mut snapshots = SnapshotHistory::new(usize::MAX / BYTES_OF_A_PARAMETER);
    for step in 0..50 {
        let (look, moment) = (Arc::clone(&look), moment.clone());
        let (pinned, loss, predictions, score) = (step == 17, None, None, None);
        snapshots.add(|id| Snapshot { id, step, loss, predictions, score, pinned, look, moment });
        assert!(snapshots.list().len() <= 4);
    }
    let steps: Vec<u64> = snapshots.list().iter().map(|kept| kept.step).collect();
    assert!(steps.first() == Some(&0) && steps.last() == Some(&49) && steps.contains(&17), "{steps:?}");
    assert!(snapshots.find(17).is_some() && snapshots.find(3).is_none());
}

/// A checkpoint is not said to be written when the weights of a step were.
#[test]
fn weights_on_the_way_are_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan();
    plan.choices.save = Some(folder.path().join("copy.safetensors"));
    plan.choices.export = Some(folder.path().join("weights.safetensors"));
    plan.choices.export_at = vec![1];
    let run = TrainingRun::begin(plan).unwrap();
    let mut session = TrainingSession::open(run, PathBuf::from("."), Box::new(|| Duration::ZERO)).0;
    let mut reports = Vec::new();
    session.step(&mut reports);
    let written = folder.path().join("weights-1.safetensors");
    assert!(written.exists());
    assert!(reports.iter().any(|report| matches!(report, TrainingReport::Exported(path) if *path == written)));
    assert!(!reports.iter().any(|report| matches!(report, TrainingReport::Saved(_))));
}

/// Every parameter counts with Adam's two means.
const BYTES_OF_A_PARAMETER: usize = 12;

#[test]
fn the_parts_of_a_model_are_its_embeddings_its_layers_and_the_rest() {
    let session = session();
    let own = |name: &str| ParameterGroup::Own(name.to_owned());
    let parts =
        [ParameterGroup::Embeddings, own("encoder 0"), ParameterGroup::LastNorms, own("decoder 0"), own("generator")];
    assert_eq!(session.parts.names(), parts);
    let count = session.run.course.trainer.model.clone().parameters().len();
    let lengths = session.parts.lengths(&vec![1.0; count]);
    assert!((lengths.iter().map(|length| length * length).sum::<f64>() - count as f64).abs() < 1e-9);
}

#[test]
fn a_thread_learns_the_same_bits_and_waits_for_who_does_not_listen() {
    let mut alone = run();
    while !alone.is_done() {
        alone.advance().unwrap();
    }
    let trainer = TrainerThread::spawn(|| Ok(run()), PathBuf::from("."), || {}).unwrap();
    assert!(trainer.order(TrainingCommand::Go));
    // It is far enough for more reports than may wait; nobody reads them, and nothing is lost.
    std::thread::sleep(Duration::from_millis(300));
    let mut losses = Vec::new();
    let begun = std::time::Instant::now();
    let mut is_over = false;
    while !is_over {
        assert!(begun.elapsed() < Duration::from_mins(2), "it never ended");
        for report in trainer.reports() {
            match report {
                TrainingReport::Learned(learned) => losses.push(learned.loss.to_bits()),
                TrainingReport::Over(over) => is_over = over == EndReason::Steps,
                _ => {}
            }
        }
    }
    let mut again = run();
    let expected: Vec<u64> = std::iter::from_fn(|| match again.advance().ok()?.event {
        Event::Learned(progress) => Some(progress.loss.to_bits()),
        Event::Rewound { .. } => None,
    })
    .take(300)
    .collect();
    assert_eq!(losses, expected);
    assert_eq!(trainer.finish(), Ok(()));
}

#[test]
fn a_mailbox_that_is_full_says_so_and_a_dropped_thread_keeps_what_it_learned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.safetensors");
    let mut plan = plan();
    plan.choices.save = Some(path.clone());
    let trainer = TrainerThread::spawn(move || TrainingRun::begin(plan), PathBuf::from("."), || {}).unwrap();
    let taken = (0..10_000).take_while(|_| trainer.order(TrainingCommand::Step)).count();
    assert!(taken < 10_000, "a mailbox without an end");
    assert_eq!(trainer.finish(), Ok(()));
    let said = crate::nn::training::checkpoint::read(&std::fs::read(path).unwrap()).unwrap().said;
    assert_eq!(said.pace(), Pace::default());
}

#[test]
fn few_reports_need_no_reader() {
    let mut plan = plan();
    plan.choices.reports = ReportedSteps::Few;
    let run = TrainingRun::begin(plan).unwrap();
    let mut session = TrainingSession::open(run, PathBuf::from("."), Box::new(|| Duration::ZERO)).0;
    let told = |reports: &[TrainingReport]| -> Vec<u64> {
        let learned = reports.iter().filter_map(|report| match report {
            TrainingReport::Learned(learned) => Some(learned.step),
            _ => None,
        });
        learned.collect()
    };
    let mut reports = session.obey(TrainingCommand::Go);
    (0..50).for_each(|_| reports.extend(session.turn()));
    assert_eq!(told(&reports), [1]);
    let look = session.obey(TrainingCommand::Look);
    assert_eq!(told(&look), [50]);
    let [TrainingReport::Passed(passed), _, TrainingReport::Looked(_), TrainingReport::Going(true)] = &look[..] else {
        panic!("{look:?}")
    };
    let steps: Vec<u64> = passed.iter().map(|learned| learned.step).collect();
    assert!(steps.iter().copied().eq(2..50), "no step is lost: {steps:?}");
    reports.clear();
    while session.is_busy() {
        reports.extend(session.turn());
    }
    assert_eq!(told(&reports), [100, 200, 300]);
}

#[test]
fn what_cannot_begin_is_reported_by_the_thread() {
    let trainer =
        TrainerThread::spawn(|| Err(TrainingError::Wrong("no".to_owned())), PathBuf::from("."), || {}).unwrap();
    let begun = std::time::Instant::now();
    loop {
        assert!(begun.elapsed() < Duration::from_secs(30), "it never said so");
        if let Some(TrainingReport::Refused(why)) = trainer.reports().next() {
            assert_eq!(why, TrainingError::Wrong("no".to_owned()));
            break;
        }
    }
    assert!(!(0..3).all(|_| trainer.order(TrainingCommand::Go)) || trainer.finish().is_ok());
}

#[test]
fn look_reads_the_parts_and_the_validation_loss() {
    let mut session = session();
    let before = session.looked.clone().unwrap();
    assert!(before.parts.iter().all(|part| part.update.is_none()), "nothing was moved yet");
    assert!((before.validation_loss.unwrap() - session.run.validation_loss().unwrap()).abs() < 1e-12);
    session.obey(TrainingCommand::Step);
    let look = session.looked.clone().unwrap();
    assert_eq!(look.parts.len(), session.parts.names().len());
    assert!(look.parts.iter().all(|part| part.update.is_some_and(|ratio| ratio > 0.0 && ratio < 1.0)));
    let layers = session.parts.names().iter().zip(&look.parts).filter(|(name, _)| name.stage().is_some());
    assert_eq!(
        layers.filter(|(_, part)| part.activations.is_some()).count(),
        2,
        "the encoder's layer and the decoder's"
    );
    assert!(before.validation_loss != look.validation_loss);
}

/// The attentions of a preview have as many weights as its words say.
#[test]
fn preview_has_every_head_of_every_attention() {
    let look = session().looked.unwrap();
    let places = [AttentionPlace::Cross, AttentionPlace::Decoder, AttentionPlace::Encoder];
    assert_eq!(look.heads.iter().map(|head| head.place).collect::<Vec<_>>(), places);
    for sample in &look.samples {
        for (head, weights) in look.heads.iter().zip(&sample.attention) {
            let (rows, columns) = sample.axes(head.place);
            assert_eq!(weights.len(), rows.len() * columns.len());
            for row in weights.chunks(columns.len()) {
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{:?} reads padding", head.place);
            }
        }
        let later = (1..sample.given.len()).map(|column| sample.weight(1, (0, column), sample.given.len()));
        assert!(later.sum::<f64>() == 0.0, "the first row sees the start alone");
    }
}

#[test]
fn change_of_the_rate_can_be_taken_back() {
    let mut session = session();
    session.obey(TrainingCommand::Step);
    session.obey(TrainingCommand::Step);
    session.obey(TrainingCommand::Turn(1));
    session.obey(TrainingCommand::Step);
    session.obey(TrainingCommand::Turn(4));
    let kept: Vec<_> = session.snapshots.list().iter().map(|kept| (kept.step, kept.pace().doublings)).collect();
    assert_eq!(kept, [(0, 0), (2, 0)], "the moment before the first of several changes");
    let id = session.snapshots.list()[1].id;
    session.obey(TrainingCommand::Rewind(id));
    assert_eq!((session.run.steps(), session.run.course.pace()), (2, Pace::default()));
}

#[test]
fn snapshot_that_is_gone_is_reported() {
    let mut session = session();
    session.obey(TrainingCommand::Step);
    let reports = session.obey(TrainingCommand::Rewind(7));
    assert!(matches!(reports.as_slice(), [TrainingReport::SnapshotGone(7)]), "{reports:?}");
    assert_eq!(session.run.steps(), 1);
}

#[test]
fn snapshot_tells_its_step_and_the_rate_of_the_next() {
    let mut session = session();
    (0..2).for_each(|_| _ = session.obey(TrainingCommand::Step));
    session.obey(TrainingCommand::Pin);
    let kept = Arc::clone(&session.snapshots.list()[1]);
    let step = |session: &mut TrainingSession| {
        let reports = session.obey(TrainingCommand::Step);
        let newest = reports.into_iter().find_map(|report| match report {
            TrainingReport::Learned(step) => Some((step.step, step.loss, step.rate)),
            _ => None,
        });
        newest.unwrap()
    };
    let third = step(&mut session);
    session.obey(TrainingCommand::Turn(1));
    assert!(step(&mut session).2 > 2.0 * kept.rate());
    session.obey(TrainingCommand::Rewind(kept.id));
    assert_eq!((session.loss, session.predictions), (kept.loss, kept.predictions));
    assert!(kept.loss.is_some() && kept.predictions.is_some_and(|(right, all)| right <= all && all > 0));
    assert_eq!(step(&mut session), third, "the same step at the same rate");
    assert_eq!(third.2.to_bits(), kept.rate().to_bits());
}
