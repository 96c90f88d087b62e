import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVies } from './vies.ts'

/** A server that answers as the Commission's does. */
const answers: Readonly<Record<string, [status: number, body: string]>> = {
  '/ms/AT/vat/U13585627?requesterMemberStateCode=DE&requesterNumber=136695976': [
    200,
    '{"isValid":true,"userError":"VALID","name":"Schulverlag","requestIdentifier":"WAPI1"}',
  ],
  '/ms/EL/vat/094259216': [200, '{"isValid":true,"userError":"VALID","name":"---","requestIdentifier":""}'],
  '/ms/FR/vat/40303265045': [200, '{"isValid":false,"userError":"INVALID"}'],
  '/ms/ES/vat/B58378431': [200, '{"isValid":false,"userError":"MS_UNAVAILABLE"}'],
  '/ms/IT/vat/00743110157': [500, 'no'],
  '/ms/PL/vat/8567346215': [200, 'nothing of the kind'],
}
let server: Server
let url = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, '']
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a number that was given, with the proof of our own inquiry', async () => {
  const answer = await createVies({ url, requester: 'DE136695976' }).ask('ATU13585627')
  expect(answer).toEqual({ isValid: true, name: 'Schulverlag', proof: 'WAPI1' })
})

test.each([
  ['EL094259216', { isValid: true, name: null, proof: null }],
  ['FR40303265045', { isValid: false, name: null, proof: null }],
  ['ESB58378431', undefined],
  ['IT00743110157', undefined],
  ['PL8567346215', undefined],
])('%s: %j; a country that is away says nothing against a number', async (vatId, expected) => {
  expect(await createVies({ url, requester: null }).ask(vatId)).toEqual(expected)
})

test('nobody there', async () => {
  expect(await createVies({ url: 'http://127.0.0.1:1', requester: null }).ask('ATU13585627')).toBeUndefined()
})
