//! The matrix product by NVIDIA's cuBLAS.
//!
//! Driver and library are looked for when a product is first asked of them, so the program builds and starts on a machine
//! without either and then says what is missing. Operands travel to the device and the product travels back with every
//! call: right for large products, never for toy ones, so nobody but `--backend cuda` chooses it.
