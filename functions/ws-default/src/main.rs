//! The function `ws-default`.

use damero_lambda::{handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(handlers::ws_default).await
}
