//! The function `admin-signals`.

use damero_lambda::{clerks, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(clerks::admin_signals).await
}
