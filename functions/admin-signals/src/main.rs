//! The function `admin-signals`.

use damero_lambda::{handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(handlers::admin_signals).await
}
