import type { IncomingHttpHeaders } from 'node:http'
import type { RouteName } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { Context, Deps, MemberVisitor, Visitor } from './context.ts'

/** What a request proves its sender with. */
export interface Credentials {
  sessionToken?: string | undefined
  bearer?: string | undefined
  anonymousId?: string | undefined
}

/** By what a visitor without an account is known again; read off the manifests (features/token.ts). */
export interface VisitorToken {
  name: string
  cookie: string
  /** Its name in small letters, and what a token looks like. It counts before the cookie. */
  header?: { name: string; form: RegExp }
}

/** Who sends a request and what they have agreed to: asked by the platform, answered by the product. */
export interface Visitors {
  tokens: readonly VisitorToken[]
  /** What features write down of each request of a member. */
  note(
    deps: Deps,
    member: MemberVisitor,
    request: { method?: string | undefined; url?: string | undefined },
  ): Promise<void>
  /** @throws ProductError('unauthorized') when a bearer token is not valid */
  resolve(deps: Pick<Deps, 'db' | 'pool' | 'env'>, credentials: Credentials): Promise<Visitor>
  /** Accepts the current terms of the member's world. */
  acceptTerms(context: Context): Promise<void>
  /** @throws ProductError('invalid_credentials'), ProductError('rate_limited') */
  confirmPassword(
    context: Context,
    password: string,
    request: { headers: IncomingHttpHeaders; ip: string },
  ): Promise<Context>
}

/** Links of the header's menu. */
export interface Shell {
  subjects: readonly { id: string; name: string; url: string }[]
  schoolTypes: readonly { id: string; name: string; url: string }[]
  /** Cache tags of what it shows. */
  tags: readonly string[]
}

/** What every page shows beside its own, error pages included. */
export interface PageFrame {
  everyPage(
    deps: Deps,
    world: LiveWorld,
    route: RouteName,
  ): Promise<{ shell: Shell; shareImage: string | undefined }>
  shell(deps: Deps, world: LiveWorld): Promise<Shell>
  /** Materials like one that is gone. */
  similar(context: Context, goneId: number): Promise<readonly MaterialCard[]>
}
