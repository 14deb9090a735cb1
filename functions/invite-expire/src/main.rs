//! The function `invite-expire`.

use damero_lambda::{handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(handlers::invite_expire).await
}
