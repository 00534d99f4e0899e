import { ApiError } from '@millrace/client'
import { expect, test, vi } from 'vitest'
import { reportFailure } from './operations.ts'

const failure = new ApiError('gone', { status: 404, code: 'NOT_FOUND' })

test.each([
  ['true suppresses the toast', true, 0],
  ['false shows it', false, 1],
  ['nothing shows it', undefined, 1],
] as const)('onApiError: returning %s', (_, answer, toasts) => {
  const toast = vi.fn()
  const onApiError = vi.fn(() => answer)
  reportFailure(failure, 'loadWorkflow', { onApiError, toast })
  expect(onApiError).toHaveBeenCalledWith(failure, 'loadWorkflow')
  expect(toast).toHaveBeenCalledTimes(toasts)
})
