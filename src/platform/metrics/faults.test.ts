import { expect, test } from 'vitest'
import { createShutDown } from '#platform/start/shut-down.ts'
import { createFaultHandlers } from './faults.ts'

function handlers() {
  const heard: string[] = []
  const note = (level: string) => (_details: object, message: string) =>
    void heard.push(`${level}: ${message}`)
  const faults = createFaultHandlers({
    log: { error: note('error'), fatal: note('fatal') } as never,
    end: () => void heard.push('end'),
  })
  return { heard, faults }
}

test('a promise nobody waited for and a lost connection are logged, and the process goes on', () => {
  const { heard, faults } = handlers()
  faults.unhandledRejection(new Error('forgotten'))
  faults.uncaughtException(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  expect(heard).toEqual(['error: a promise failed unheard', 'error: a connection was lost unheard'])
})

test('after any other throw the process says so and ends in order', () => {
  const { heard, faults } = handlers()
  faults.uncaughtException(new TypeError('undefined is not a function'))
  expect(heard).toEqual(['fatal: unknown state: this process ends', 'end'])
})

test('an end is begun once, goes step by step, and says when a step fails', async () => {
  const heard: string[] = []
  const note = (_details: object, message: string) => void heard.push(message)
  const shutDown = createShutDown({
    log: { info: note, fatal: note } as never,
    steps: [async () => void heard.push('drained'), () => Promise.reject(new Error('no database'))],
    exit: (code) => void heard.push(`exit ${code}`),
  })
  shutDown('SIGTERM', 0)
  shutDown('unknown state', 1)
  await expect.poll(() => heard).toEqual(['shutting down', 'drained', 'did not shut down well', 'exit 1'])
})
