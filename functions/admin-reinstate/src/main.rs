//! The function `admin-reinstate`.

use damero_lambda::{handlers, run};

#[tokio::main]
async fn main() -> Result<(), lambda_runtime::Error> {
    run(handlers::admin_reinstate).await
}
