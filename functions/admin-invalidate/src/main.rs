//! The function `admin-invalidate`.

use damero_lambda::{clerks, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(env!("CARGO_BIN_NAME"), clerks::admin_invalidate).await
}
