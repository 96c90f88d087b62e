import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/*
 * The measure of all rows: nothing but node:http, sending from memory the very bytes and headers the product sent.
 * `node tests/bench/bare-server.ts <port> <file>`; the file is JSON: { headers: { name: value }, body: base64 }.
 */

const [port = '4590', file = ''] = process.argv.slice(2)
const answer = JSON.parse(readFileSync(file, 'utf8')) as { headers: Record<string, string>; body: string }
const body = Buffer.from(answer.body, 'base64')
const headers = Object.entries(answer.headers).flat()

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
