//! The function `ws-default`.

use damero_lambda::{handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(env!("CARGO_BIN_NAME"), handlers::ws_default).await
}
