import { expect, test } from 'vitest'
import { extensionChange } from './run-extensions.ts'

test('stores every field of the run tab as an object', () => {
  expect(extensionChange({}, 'join', 'any')).toEqual({ set: { 'millrace:join': { mode: 'any' } } })
  expect(extensionChange({}, 'timeoutMs', 500)).toEqual({ set: { 'millrace:timeout': { ms: 500 } } })
  expect(extensionChange({ 'millrace:retry': { factor: 2 } }, 'maxAttempts', 3)).toEqual({
    set: { 'millrace:retry': { factor: 2, maxAttempts: 3 } },
  })
})

test('a field with its default value removes its key', () => {
  expect(extensionChange({ 'millrace:join': { mode: 'any' } }, 'join', 'all')).toEqual({ drop: ['millrace:join'] })
  expect(extensionChange({ 'millrace:timeout': { ms: 5 } }, 'timeoutMs', undefined)).toEqual({
    drop: ['millrace:timeout'],
  })
})

test('replaces a timeout of an earlier release', () => {
  expect(extensionChange({ 'millrace:timeoutMs': 5 }, 'timeoutMs', 500)).toEqual({
    set: { 'millrace:timeout': { ms: 500 } },
    drop: ['millrace:timeoutMs'],
  })
})
