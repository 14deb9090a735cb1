//! The function `period-close`.

use damero_lambda::{handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(handlers::period_close).await
}
