import { describe, expect, test } from 'vitest'
import type { Question, Response } from './question.ts'
import { ANYBODY, approverOf, mayAnswer, settledValue } from './settle.ts'

const text: Question = { type: 'text', config: { message: 'Name?' }, allowCancel: true }

function confirmation(config: { approvals?: number; approvers?: string[] } = {}): Question {
  return { type: 'confirmation', config: { message: 'Sure?', ...config }, allowCancel: true }
}

function answers(...values: unknown[]): Response[] {
  return values.map((value, at) => ({ value, by: { id: `u${at}`, name: `Person ${at}` }, at }))
}

test('keeps a question without answers open', () => {
  expect(settledValue(text, [])).toBeUndefined()
  expect(settledValue(confirmation({ approvals: 2, approvers: ['a', 'b'] }), [])).toBeUndefined()
})

test('closes a question with one answer', () => {
  expect(settledValue(text, answers('Ada'))).toEqual({ value: 'Ada' })
  expect(settledValue(confirmation(), answers(false))).toEqual({ value: false })
  expect(settledValue(confirmation({ approvals: 1 }), answers(true))).toEqual({ value: true })
})

describe('a question that needs several approvals', () => {
  const question = confirmation({ approvals: 3 })

  test('is closed by the last of them', () => {
    expect(settledValue(question, answers(true))).toBeUndefined()
    expect(settledValue(question, answers(true, true))).toBeUndefined()
    expect(settledValue(question, answers(true, true, true))).toEqual({ value: true })
  })

  test('is closed by the first rejection if anyone may answer', () => {
    expect(settledValue(question, answers(true, false))).toEqual({ value: false })
  })
})

describe('a question with a list of approvers', () => {
  const twoOfThree = confirmation({ approvals: 2, approvers: ['a', 'b', 'c'] })

  test('stays open after a rejection while enough approvers are left', () => {
    expect(settledValue(twoOfThree, answers(false))).toBeUndefined()
    expect(settledValue(twoOfThree, answers(false, true))).toBeUndefined()
    expect(settledValue(twoOfThree, answers(false, true, true))).toEqual({ value: true })
    expect(settledValue(twoOfThree, answers(false, true, false))).toEqual({ value: false })
    expect(settledValue(twoOfThree, answers(false, false))).toEqual({ value: false })
  })

  test('needs one approval if one is requested, and the rejection of all to decline', () => {
    const oneOfTwo = confirmation({ approvers: ['a', 'b'] })
    expect(settledValue(oneOfTwo, answers(false))).toBeUndefined()
    expect(settledValue(oneOfTwo, answers(false, true))).toEqual({ value: true })
    expect(settledValue(oneOfTwo, answers(false, false))).toEqual({ value: false })
  })

  test('may be answered only by them, by id or by name', () => {
    const question = confirmation({ approvers: ['u1', 'Grace'] })
    expect(mayAnswer(question, { id: 'u1', name: 'Ada' })).toBe(true)
    expect(mayAnswer(question, { id: 'u2', name: 'Grace' })).toBe(true)
    expect(mayAnswer(question, { id: 'u3', name: 'Linus' })).toBe(false)
  })
})

test('matches a person to one entry of the list, by id first and then by name', () => {
  const question = confirmation({ approvers: ['Ada', 'u1'] })
  expect(approverOf(question, { id: 'u1', name: 'Ada' })).toBe('u1')
  expect(approverOf(question, { id: 'u2', name: 'Ada' })).toBe('Ada')
  expect(approverOf(question, { id: 'u2', name: 'Grace' })).toBeUndefined()
  expect(approverOf(confirmation(), { id: 'u2', name: 'Grace' })).toBe(ANYBODY)
})

test('a person with an account is on the list by id or e-mail address in any case, and not by name', () => {
  const question = confirmation({ approvers: ['Ada', 'Ada@Example.com', 'u3'] })
  expect(approverOf(question, { id: 'u1', name: 'Ada', email: 'ada@example.COM' })).toBe('Ada@Example.com')
  expect(approverOf(question, { id: 'u2', name: 'Ada', email: 'other@example.com' })).toBeUndefined()
  expect(approverOf(question, { id: 'u3', name: 'Ada', email: 'ada@example.com' })).toBe('u3')
})

test('allows anyone to answer without a list', () => {
  for (const question of [text, confirmation(), confirmation({ approvers: [] })]) {
    expect(mayAnswer(question, { id: 'u3', name: 'Linus' })).toBe(true)
  }
})
