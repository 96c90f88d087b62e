import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Env } from '#platform/env/env.ts'
import { isSameSecret } from '#platform/env/secrets.ts'

/**
 * The operator: whoever holds METRICS_TOKEN; and, where OPERATOR_ON_LOOPBACK says so, somebody at the machine itself. A
 * proxy on the same machine comes from loopback, too: never is the peer's address alone enough.
 */
export function isOperator(
  {
    metricsToken,
    operatorOnLoopback,
    trustedProxies,
  }: Pick<Env, 'metricsToken' | 'operatorOnLoopback' | 'trustedProxies'>,
  request: IncomingMessage,
): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined) return metricsToken !== undefined && isSameSecret(given, metricsToken)
  return operatorOnLoopback && trustedProxies === 0 && isFromThisMachine(request)
}

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const forwarding = /^(forwarded|via|(x-(forwarded|real|client|original)|true-client|cf-connecting)-.+)$/

function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '') || !loopbackHost.test(headers.host ?? '')) return false
  return !Object.keys(headers).some((name) => forwarding.test(name))
}

function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}
