//! The running whole.

use std::fs::File;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use dynoxide::Database;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;

use crate::activity::Activity;
use crate::database::{self, Keep};
use crate::gateway::{Ending, Gateway, Registry};
use crate::http::{self, Services};
use crate::ids::Ids;
use crate::lambdas::Lambdas;
use crate::oidc::Issuer;
use crate::runner::Runner;
use crate::template::Template;
use crate::timers::Timers;
use crate::{
    Binaries, ClockStart, Config, Controls, Endpoints, Functions, Invoker, LocalClock, Sandboxes,
    StartError,
};

/// Row that keeps the clock.
const CLOCK_ROW: &str = "CLOCK";
/// How often items past their time are deleted.
const SWEEP_EVERY_MS: i64 = 60 * 60 * 1000;
/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;
/// Real time that running invocations get when the stack stops.
const STOPPING: Duration = Duration::from_secs(15);

/// A running stack. Dropping it is [`Stack::kill`].
///
/// It has threads of its own, so that killing it ends everything it does
/// wherever that stands, as the end of a process would.
pub struct Stack {
    runtime: Option<Runtime>,
    parts: Arc<Parts>,
    /// Declared after the parts, so that the directory is free only when the
    /// database is closed.
    _lock: Option<File>,
}

/// What runs in the stack's own threads.
struct Parts {
    http: SocketAddr,
    dynamodb: SocketAddr,
    database: Database,
    runner: Arc<Runner>,
    clock: LocalClock,
    controls: Controls,
    activity: Activity,
    timers: Arc<Timers>,
    gateway: Arc<Gateway>,
    issuer: Arc<Issuer>,
    next_sweep: AtomicI64,
}

/// A bound address.
struct Bound {
    listener: TcpListener,
    address: SocketAddr,
}

impl Stack {
    /// Reads the template, opens the data, serves both addresses.
    ///
    /// `invoker` is called once, with what the functions need to know; it runs
    /// in the stack's own runtime, as every invocation does.
    pub async fn start(
        config: Config,
        invoker: impl FnOnce(&Functions) -> Arc<dyn Invoker>,
    ) -> Result<Self, StartError> {
        Self::launch(config, |functions| Ok(invoker(functions)))
    }

    /// The same with the functions' binaries, each in processes of its own.
    pub async fn start_binaries(config: Config, binaries: &Binaries) -> Result<Self, StartError> {
        Self::launch(config, |functions| {
            Ok(Arc::new(Lambdas::start(functions, binaries)?))
        })
    }

    fn launch(
        config: Config,
        invoker: impl FnOnce(&Functions) -> Result<Arc<dyn Invoker>, StartError>,
    ) -> Result<Self, StartError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("damero-local")
            .enable_all()
            .build()?;
        match Self::build(&runtime, &config, invoker) {
            Ok((parts, lock)) => Ok(Self {
                runtime: Some(runtime),
                parts,
                _lock: lock,
            }),
            Err(error) => {
                // Dropping a runtime inside another one is not allowed.
                runtime.shutdown_background();
                Err(error)
            }
        }
    }

    fn build(
        runtime: &Runtime,
        config: &Config,
        invoker: impl FnOnce(&Functions) -> Result<Arc<dyn Invoker>, StartError>,
    ) -> Result<(Arc<Parts>, Option<File>), StartError> {
        let _inside = runtime.enter();
        let http = bind(config.http)?;
        let dynamodb = bind(config.dynamodb)?;
        let base = format!("http://{}", http.address);
        let template = Arc::new(read_template(config, &base)?);
        let opened = database::open(&config.data)?;
        database::create_tables(&opened.database, &template.tables)?;
        let clock = open_clock(&Keep::new(opened.database.clone()), config.clock)?;
        let functions = functions(&template, &base, dynamodb.address, &clock);
        let runner = Arc::new(Runner {
            invoker: invoker(&functions)?,
            template,
        });
        let addresses = (http.address, dynamodb.address);
        let parts = Parts::new(addresses, opened.database, runner, clock, config)?;
        let parts = Arc::new(parts);
        parts.spawn(http, dynamodb, config);
        Ok((parts, opened.lock))
    }

    /// Address of the socket, `@connections`, queues, schedules and client.
    pub fn http_addr(&self) -> SocketAddr {
        self.parts.http
    }

    /// Address of the database.
    pub fn dynamodb_addr(&self) -> SocketAddr {
        self.parts.dynamodb
    }

    /// Address for clients, with the stage.
    pub fn socket_url(&self) -> String {
        self.parts.socket_url()
    }

    /// The stack's clock.
    pub fn clock(&self) -> &LocalClock {
        &self.parts.clock
    }

    /// Switches and counters.
    pub fn controls(&self) -> &Controls {
        &self.parts.controls
    }

    /// The functions' processes, if they have some.
    pub fn sandboxes(&self) -> Option<&Sandboxes> {
        self.parts.runner.invoker.sandboxes()
    }

    /// Bodies of the messages lying in the queue of this name, hidden ones and
    /// ones under delivery included.
    pub fn queue(&self, name: &str) -> Vec<String> {
        self.parts.timers.messages(name)
    }

    /// Returns when no invocation runs and no timer is due at the present time.
    ///
    /// A message that a client has sent counts from its arrival here on.
    pub async fn settle(&self) {
        let mut changes = self.parts.activity.watch();
        loop {
            let calm = *changes.borrow_and_update() == 0;
            if calm && !self.parts.has_due() {
                return;
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Closes every connection, lets running invocations end, stops.
    pub async fn stop(mut self) {
        self.parts
            .gateway
            .registry
            .end_all(&Ending::Close(1001, "Going away"));
        let _ = tokio::time::timeout(STOPPING, self.settle()).await;
        if let Some(runtime) = self.runtime.take() {
            let (done, stopped) = tokio::sync::oneshot::channel();
            std::thread::spawn(move || {
                runtime.shutdown_timeout(STOPPING);
                let _ = done.send(());
            });
            let _ = stopped.await;
        }
    }

    /// Stops as `kill -9` would: connections are cut, nobody is told. Nothing
    /// of it runs any more when this returns.
    pub fn kill(self) {
        drop(self);
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // On another thread: waiting is not allowed inside a runtime.
            let ending = std::thread::spawn(move || runtime.shutdown_timeout(STOPPING));
            let _ = ending.join();
        }
    }
}

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stack")
            .field("http", &self.parts.http)
            .field("dynamodb", &self.parts.dynamodb)
            .finish_non_exhaustive()
    }
}

impl Parts {
    fn new(
        (http, dynamodb): (SocketAddr, SocketAddr),
        database: Database,
        runner: Arc<Runner>,
        clock: LocalClock,
        config: &Config,
    ) -> Result<Self, StartError> {
        let issuer = Issuer::open(
            &Keep::new(database.clone()),
            &format!("http://{http}"),
            runner.template.origins.as_deref().unwrap_or_default(),
            clock.clone(),
        );
        let registry = Registry::default();
        let controls = Controls::new(registry.clone(), config.shuffle_seed);
        let activity = Activity::new();
        let ids = Arc::new(Ids::new(config.id_seed));
        let timers = Timers::open(
            Keep::new(database.clone()),
            Arc::clone(&runner),
            clock.clone(),
            controls.clone(),
            activity.clone(),
            Arc::clone(&ids),
        );
        let gateway = Gateway {
            runner: Arc::clone(&runner),
            clock: clock.clone(),
            controls: controls.clone(),
            activity: activity.clone(),
            ids,
            registry,
            port: http.port(),
        };
        Ok(Self {
            next_sweep: AtomicI64::new(clock.now_ms().saturating_add(SWEEP_EVERY_MS)),
            timers: Arc::new(timers.map_err(StartError::Database)?),
            gateway: Arc::new(gateway),
            issuer: Arc::new(issuer.map_err(StartError::Database)?),
            http,
            dynamodb,
            database,
            runner,
            clock,
            controls,
            activity,
        })
    }

    fn socket_url(&self) -> String {
        format!("ws://{}/{}", self.http, self.runner.template.api.stage)
    }

    fn spawn(self: &Arc<Self>, http: Bound, dynamodb: Bound, config: &Config) {
        let services = Services {
            socket: self.socket_url(),
            runner: Arc::clone(&self.runner),
            timers: Arc::clone(&self.timers),
            gateway: Arc::clone(&self.gateway),
            clock: self.clock.clone(),
            activity: self.activity.clone(),
            static_dir: config.static_dir.clone(),
            issuer: Arc::clone(&self.issuer),
        };
        let router = http::router(services).into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move {
            if let Err(error) = axum::serve(http.listener, router).await {
                tracing::error!(%error, "server ended");
            }
        });
        tokio::spawn(dynoxide::server::serve_on(
            dynamodb.listener,
            self.database.clone(),
        ));
        tokio::spawn(Arc::clone(&self.timers).run());
        tokio::spawn(Arc::clone(self).sweep());
    }

    fn has_due(&self) -> bool {
        self.timers.has_due() || self.gateway.has_due() || self.sweep_due()
    }

    fn sweep_due(&self) -> bool {
        self.next_sweep.load(Ordering::SeqCst) <= self.clock.now_ms()
    }

    async fn sweep(self: Arc<Self>) {
        loop {
            let next = self.next_sweep.load(Ordering::SeqCst);
            self.clock.sleep_until(next).await;
            let _busy = self.activity.enter();
            let now = self.clock.now_ms();
            self.next_sweep
                .store(now.saturating_add(SWEEP_EVERY_MS), Ordering::SeqCst);
            for table in &self.runner.template.tables {
                if let Err(error) = database::sweep(&self.database, table, now) {
                    tracing::error!(table = table.name, %error, "sweep failed");
                }
            }
        }
    }
}

fn read_template(config: &Config, base: &str) -> Result<Template, StartError> {
    let text = std::fs::read_to_string(&config.template)
        .map_err(|error| StartError::Template(format!("{}: {error}", config.template.display())))?;
    Template::read(&text, &config.parameters, base).map_err(StartError::Template)
}

fn bind(address: SocketAddr) -> Result<Bound, StartError> {
    if !address.ip().is_loopback() {
        return Err(StartError::NotLoopback(address));
    }
    let failed = |source| StartError::Bind { address, source };
    let listener = listen(address).map_err(failed)?;
    Ok(Bound {
        address: listener.local_addr().map_err(failed)?,
        listener,
    })
}

/// Accepted sockets inherit the option on Linux, those of the embedded database's
/// own server among them: without it every answer waits 40 ms for an acknowledgement.
pub(crate) fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    socket.set_reuseaddr(true)?;
    socket.set_nodelay(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The kept time counts only for a clock of the same kind: a shift is no time.
fn open_clock(keep: &Keep, start: ClockStart) -> Result<LocalClock, StartError> {
    let database = |error: dynoxide::DynoxideError| StartError::Database(error.to_string());
    let frozen = matches!(start, ClockStart::Frozen(_));
    let rows = keep.all().map_err(database)?;
    let kept = rows
        .iter()
        .find(|(id, row)| id == CLOCK_ROW && row.get("frozen") == Some(&Value::Bool(frozen)))
        .and_then(|(_, row)| row.get("value")?.as_i64());
    let clock = match start {
        ClockStart::Running => LocalClock::running(kept.unwrap_or(0)),
        ClockStart::Frozen(now_ms) => LocalClock::frozen(kept.unwrap_or(now_ms)),
    };
    let keep = keep.clone();
    clock.keep_with(move |value| {
        let row = json!({"frozen": frozen, "value": value});
        if let Err(error) = keep.put(CLOCK_ROW, &row) {
            tracing::error!(%error, "clock cannot be kept");
        }
    });
    Ok(clock)
}

fn functions(
    template: &Template,
    base: &str,
    dynamodb: SocketAddr,
    clock: &LocalClock,
) -> Functions {
    let specs = template.functions.iter();
    Functions {
        by_name: specs
            .map(|(name, function)| (name.clone(), function.spec.clone()))
            .collect(),
        endpoints: Endpoints {
            dynamodb: format!("http://{dynamodb}"),
            sqs: format!("{base}/_aws/sqs"),
            scheduler: format!("{base}/_aws/scheduler"),
            push: format!("{base}/{}", template.api.stage),
        },
        clock: clock.clone(),
    }
}
