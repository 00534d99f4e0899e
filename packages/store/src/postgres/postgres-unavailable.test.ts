import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../unavailable.ts'
import { postgresError, type UnderWay } from './postgres-unavailable.ts'

const coded = (code: string, severity = 'ERROR') => Object.assign(new Error('of the server'), { code, severity })

function reasonOf(error: unknown, underWay: UnderWay): string | undefined {
  const converted = postgresError(error, underWay)
  if (!(converted instanceof StoreUnavailable)) {
    expect(converted).toBe(error)
    return undefined
  }
  expect([converted.cause, converted.isTransient]).toEqual([error, true])
  return converted.reason
}

describe('an error that breaks the connection', () => {
  test.each([
    ['connection reset', coded('ECONNRESET')],
    ['broken pipe', coded('EPIPE')],
    ['no answer of the network', coded('ETIMEDOUT')],
    ['connection closed', new Error('Connection terminated unexpectedly')],
    ['no reply in time', new Error('Query read timeout')],
    ['server stops', coded('57P01', 'FATAL')],
    ['server has crashed', coded('57P02', 'FATAL')],
    ['connection failure', coded('08006')],
  ])('has an unknown outcome only during a write: %s', (_, error) => {
    expect(reasonOf(error, 'write')).toBe('lost')
    expect(reasonOf(error, 'nothing')).toBe('offline')
  })

  test.each([
    ['a disk that is full', '53100', 'full'],
    ['an I/O error', '58030', 'io'],
  ])('has an unknown outcome if the server ends because of %s', (_, code, reason) => {
    expect(reasonOf(coded(code, 'PANIC'), 'write')).toBe('lost')
    expect(reasonOf(coded(code, 'ERROR'), 'write')).toBe(reason)
  })

  test('has an unknown outcome if the server reports that', () => {
    expect(reasonOf(coded('40003'), 'write')).toBe('lost')
  })
})

describe('an error before a statement was sent', () => {
  test.each([
    ['connection refused', coded('ECONNREFUSED')],
    ['refused on every address', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['server starts', coded('57P03', 'FATAL')],
    ['connection reset while connecting', coded('ECONNRESET')],
  ])('is safe to repeat: %s', (_, error) => {
    expect(reasonOf(error, 'nothing')).toBe('offline')
  })

  test('is safe to repeat if the connection was known to be broken', () => {
    const error = new Error('Client has encountered a connection error and is not queryable')
    expect(reasonOf(error, 'write')).toBe('offline')
  })
})

describe('an error that the server replies with', () => {
  test.each([
    ['a statement timeout', '57014', 'busy'],
    ['a deadlock', '40P01', 'busy'],
    ['a lock that is not available', '55P03', 'busy'],
    ['a read-only server', '25006', 'readOnly'],
    ['a violated constraint', '23505', undefined],
  ])('means that the write was rolled back: %s', (_, code, reason) => {
    expect(reasonOf(coded(code), 'write')).toBe(reason)
  })
})
