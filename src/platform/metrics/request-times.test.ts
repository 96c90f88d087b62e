import { expect, it } from 'vitest'
import { createRequestTimes } from './request-times.ts'

it('counts status classes and cumulative buckets per kind', () => {
  const times = createRequestTimes()
  times.record('page', 200, 0.0004)
  times.record('page', 304, 0.02)
  times.record('api', 503, 7)
  const text = times.text()
  expect(text).toContain('aularium_requests_total{kind="page",status="2xx"} 1')
  expect(text).toContain('aularium_requests_total{kind="page",status="3xx"} 1')
  expect(text).toContain('aularium_requests_total{kind="api",status="5xx"} 1')
  expect(text).toContain('aularium_request_seconds_bucket{kind="page",le="0.001"} 1')
  expect(text).toContain('aularium_request_seconds_bucket{kind="page",le="0.025"} 2')
  expect(text).toContain('aularium_request_seconds_bucket{kind="api",le="3"} 0')
  expect(text).toContain('aularium_request_seconds_bucket{kind="api",le="+Inf"} 1')
  expect(text).toContain('aularium_request_seconds_count{kind="page"} 2')
})
