const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3] as const

export interface RequestTimes {
  /** Notes one finished request: its kind, HTTP status, and time in seconds. */
  record(kind: string, status: number, seconds: number): void
  /** Prometheus text: a counter by status class and a histogram by kind. */
  text(): string
}

interface Row {
  byClass: number[]
  byBucket: number[]
  count: number
  sum: number
}

/**
 * prom-client looks its series up by hashing label objects, which costs more than serving a page from the cache does;
 * this is the same histogram as plain numbers.
 */
export function createRequestTimes(): RequestTimes {
  const rows = new Map<string, Row>()
  return {
    record(kind, status, seconds) {
      let row = rows.get(kind)
      if (row === undefined) {
        row = { byClass: [0, 0, 0, 0, 0, 0], byBucket: buckets.map(() => 0), count: 0, sum: 0 }
        rows.set(kind, row)
      }
      const statusClass = Math.floor(status / 100)
      row.byClass[statusClass] = (row.byClass[statusClass] ?? 0) + 1
      row.count += 1
      row.sum += seconds
      for (let i = buckets.length - 1; i >= 0 && seconds <= (buckets[i] as number); i--) {
        row.byBucket[i] = (row.byBucket[i] as number) + 1
      }
    },
    text() {
      const lines = [
        '# HELP aularium_requests_total Requests by kind and status class',
        '# TYPE aularium_requests_total counter',
      ]
      for (const [kind, row] of rows) {
        row.byClass.forEach((count, index) => {
          if (count > 0) lines.push(`aularium_requests_total{kind="${kind}",status="${index}xx"} ${count}`)
        })
      }
      lines.push('# HELP aularium_request_seconds Time from the request line to the last byte handed over')
      lines.push('# TYPE aularium_request_seconds histogram')
      for (const [kind, row] of rows) {
        const name = (suffix: string, le?: string) =>
          `aularium_request_seconds${suffix}{kind="${kind}"${le ? `,le="${le}"` : ''}}`
        row.byBucket.forEach((count, index) => {
          lines.push(`${name('_bucket', String(buckets[index]))} ${count}`)
        })
        lines.push(
          `${name('_bucket', '+Inf')} ${row.count}`,
          `${name('_sum')} ${row.sum}`,
          `${name('_count')} ${row.count}`,
        )
      }
      return `${lines.join('\n')}\n`
    },
  }
}
