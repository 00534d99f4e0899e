import { expect, test } from 'vitest'
import { germanMessage } from '../messages/german/german.ts'
import { configProblems, errorWorkflowOf, errorWorkflowProblems } from './config-rules.ts'

const ID = '5f0c6f0e-3c3c-4c39-8a1e-0d8f0a4b7c11'
const messages = (config: Record<string, unknown>) => configProblems({ config }).map(({ message }) => message)

test('settings of a workflow that are understood or not set have no problems', () => {
  expect(configProblems({})).toEqual([])
  for (const publish of ['manual', 'automatic', '', null]) expect(messages({ publish })).toEqual([])
  for (const active of [true, false, null]) expect(messages({ active })).toEqual([])
  for (const error_workflow of ['alarm', false, '', null]) expect(messages({ error_workflow })).toEqual([])
  expect(messages({ mine: { publish: 'never' } })).toEqual([])
})

test('settings of a workflow that are not understood have a warning with their effect', () => {
  const problems = configProblems({ config: { publish: 'manuall', active: 'false', error_workflow: true } })
  expect(problems).toEqual([
    {
      code: 'BAD_WORKFLOW_SETTING',
      severity: 'warning',
      message:
        'The setting "publish" of the workflow must be "manual" or "automatic", is "manuall": every save is live',
    },
    {
      code: 'BAD_WORKFLOW_SETTING',
      severity: 'warning',
      message: 'The setting "active" of the workflow must be true or false, is "false": the workflow is active',
    },
    {
      code: 'BAD_WORKFLOW_SETTING',
      severity: 'warning',
      message:
        'The setting "error_workflow" must be the id or machine name of a workflow, or false, is true: the default counts',
    },
  ])
  expect(germanMessage(problems[1]?.message ?? '')).toBe(
    'Die Einstellung „active“ des Workflows muss true oder false sein, ist aber „false“: Der Workflow ist aktiv',
  )
  expect(messages({ publish: 'x'.repeat(1000) })[0]?.length).toBeLessThan(200)
})

test('a workflow that names itself as its error workflow has a warning, by id and by machine name', () => {
  for (const error_workflow of [ID, ID.toUpperCase(), 'alarm']) {
    const workflow = { id: ID, machineName: 'alarm', config: { error_workflow } }
    expect(configProblems(workflow).map(({ code }) => code)).toEqual(['BAD_ERROR_WORKFLOW'])
    expect(errorWorkflowOf(workflow)).toBeUndefined()
  }
  expect(errorWorkflowOf({ id: ID, config: { error_workflow: 'alarm' } })).toBe('alarm')
  expect(errorWorkflowOf({ config: { error_workflow: false } })).toBeUndefined()
})

test('an error workflow that would not run has one warning with the reason', () => {
  const fine = { isActive: true, isPublished: true, hasTrigger: true }
  const reason = (facts?: typeof fine) => errorWorkflowProblems('alarm', facts).map(({ message }) => message)
  expect(reason(fine)).toEqual([])
  expect(reason()).toEqual(['The error workflow "alarm" does not exist in this project'])
  expect(reason({ ...fine, isActive: false })).toEqual(['The error workflow "alarm" is not active, so it never runs'])
  expect(reason({ ...fine, hasTrigger: false, isActive: false })).toEqual([
    'The error workflow "alarm" has no error trigger, so it never runs',
  ])
  expect(reason({ isActive: true, isPublished: false, hasTrigger: false })).toEqual([
    'The error workflow "alarm" has no published version',
  ])
})
