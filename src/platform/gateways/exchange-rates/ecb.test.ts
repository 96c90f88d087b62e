import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEcbRates } from './ecb.ts'

/** As the bank's files are: of a day, and of several. */
const daily = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='2026-11-27'>
<Cube currency='USD' rate='1.1581'/><Cube currency='GBP' rate='0.87655'/><Cube currency='XXX' rate='N/A'/>
</Cube></Cube></gesmes:Envelope>`
const several = `<Envelope><Cube><Cube time="2026-11-27"><Cube currency="GBP" rate="0.87655"/></Cube>
<Cube time="2026-11-26"><Cube currency="GBP" rate="0.87600"/></Cube></Cube></Envelope>`
let server: Server
let url = ''

beforeAll(async () => {
  const answers: Readonly<Record<string, string>> = {
    '/daily': daily,
    '/several': several,
    '/none': '<html></html>',
  }
  server = createServer((request, response) => {
    const body = answers[request.url ?? '']
    response.writeHead(body === undefined ? 503 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('the rates of a day, without what is no rate', async () => {
  expect(await createEcbRates(`${url}/daily`).published()).toEqual([
    { currency: 'USD', day: '2026-11-27', rate: '1.1581' },
    { currency: 'GBP', day: '2026-11-27', rate: '0.87655' },
  ])
})

test('the rates of several days', async () => {
  const rates = await createEcbRates(`${url}/several`).published()
  expect(rates.map(({ day, rate }) => [day, rate])).toEqual([
    ['2026-11-27', '0.87655'],
    ['2026-11-26', '0.87600'],
  ])
})

test.each(['/none', '/away'])('%s is no answer: worth another try', async (path) => {
  await expect(createEcbRates(`${url}${path}`).published()).rejects.toThrow('rates of the ECB')
})
