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

test('a question without answers is open', () => {
  expect(settledValue(text, [])).toBeUndefined()
  expect(settledValue(confirmation({ approvals: 2, approvers: ['a', 'b'] }), [])).toBeUndefined()
})

test('one answer is enough', () => {
  expect(settledValue(text, answers('Ada'))).toEqual({ value: 'Ada' })
  expect(settledValue(confirmation(), answers(false))).toEqual({ value: false })
  expect(settledValue(confirmation({ approvals: 1 }), answers(true))).toEqual({ value: true })
})

describe('several have to say yes', () => {
  const question = confirmation({ approvals: 3 })

  test('the last of them closes it', () => {
    expect(settledValue(question, answers(true))).toBeUndefined()
    expect(settledValue(question, answers(true, true))).toBeUndefined()
    expect(settledValue(question, answers(true, true, true))).toEqual({ value: true })
  })

  test('the first no closes it where anybody may answer', () => {
    expect(settledValue(question, answers(true, false))).toEqual({ value: false })
  })
})

describe('of a list of people', () => {
  const twoOfThree = confirmation({ approvals: 2, approvers: ['a', 'b', 'c'] })

  test('a no is borne as long as enough are left', () => {
    expect(settledValue(twoOfThree, answers(false))).toBeUndefined()
    expect(settledValue(twoOfThree, answers(false, true))).toBeUndefined()
    expect(settledValue(twoOfThree, answers(false, true, true))).toEqual({ value: true })
    expect(settledValue(twoOfThree, answers(false, true, false))).toEqual({ value: false })
    expect(settledValue(twoOfThree, answers(false, false))).toEqual({ value: false })
  })

  test('one yes of several people is enough where one is asked for, and it takes everybody to decline', () => {
    const oneOfTwo = confirmation({ approvers: ['a', 'b'] })
    expect(settledValue(oneOfTwo, answers(false))).toBeUndefined()
    expect(settledValue(oneOfTwo, answers(false, true))).toEqual({ value: true })
    expect(settledValue(oneOfTwo, answers(false, false))).toEqual({ value: false })
  })

  test('only they may answer, by id or by name', () => {
    const question = confirmation({ approvers: ['u1', 'Grace'] })
    expect(mayAnswer(question, { id: 'u1', name: 'Ada' })).toBe(true)
    expect(mayAnswer(question, { id: 'u2', name: 'Grace' })).toBe(true)
    expect(mayAnswer(question, { id: 'u3', name: 'Linus' })).toBe(false)
  })
})

test('a person has one place on the list: that of the id, else that of the name', () => {
  const question = confirmation({ approvers: ['Ada', 'u1'] })
  expect(approverOf(question, { id: 'u1', name: 'Ada' })).toBe('u1')
  expect(approverOf(question, { id: 'u2', name: 'Ada' })).toBe('Ada')
  expect(approverOf(question, { id: 'u2', name: 'Grace' })).toBeUndefined()
  expect(approverOf(confirmation(), { id: 'u2', name: 'Grace' })).toBe(ANYBODY)
})

test('without a list anybody may answer', () => {
  for (const question of [text, confirmation(), confirmation({ approvers: [] })]) {
    expect(mayAnswer(question, { id: 'u3', name: 'Linus' })).toBe(true)
  }
})
