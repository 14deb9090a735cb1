//! The function `period-close`.

use damero_lambda::{clerks, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(clerks::period_close).await
}
