import { createServer } from 'node:net'

/** Whether a loopback port is free. */
export function isFree(port: number): Promise<boolean> {
  return listenOn(port).then(
    () => true,
    () => false,
  )
}

/** A free port. */
export function freePort(): Promise<number> {
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
