import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { basename, join } from 'node:path'

/** What a data folder remembers of its server (`server.json`, readable by its owner only). */
export interface Cluster {
  folder: string
  port: number
  password: string
}

/** Of the database and of its owner. */
export const name = 'aularium'

export function urlOf(cluster: Cluster, database: string): string {
  return `postgres://${name}:${cluster.password}@127.0.0.1:${cluster.port}/${database}`
}

/** A data folder that was copied or moved brought its cluster along: the path it remembers is that of the original. */
export function clusterIn(dataDir: string, cluster: Cluster): Cluster {
  const folder = join(dataDir, basename(cluster.folder))
  return existsSync(join(folder, 'PG_VERSION')) ? { ...cluster, folder } : cluster
}

/** The same over the Unix socket. A server that runs since before may have none. */
export function socketUrlOf(cluster: Cluster, database: string): string {
  if (!existsSync(join(cluster.folder, `.s.PGSQL.${cluster.port}`))) return urlOf(cluster, database)
  const host = encodeURIComponent(cluster.folder)
  return `postgres://${name}:${cluster.password}@localhost:${cluster.port}/${database}?host=${host}`
}

/** In the cluster's own folder nobody else reaches the socket; the length of its path is limited, and a shell reads it. */
export function canHoldSocket({ folder }: Cluster): boolean {
  return platform() !== 'win32' && folder.length <= 80 && /^[\w./-]+$/.test(folder)
}
