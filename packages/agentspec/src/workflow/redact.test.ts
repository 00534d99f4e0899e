import { expect, test } from 'vitest'
import { withoutSecretsInJson } from './redact.ts'

test.each([
  ['https://a.example/?x=1&api_key=s3cret&y=2', 'https://a.example/?x=1&api_key=&y=2'],
  ['https://a.example/?x?token=s3cret', 'https://a.example/?x?token='],
  ['https://ada:s3cret@a.example/', 'https://a.example/'],
  ['https://a.example/?token={{token}}', 'https://a.example/?token={{token}}'],
])('%s', (url, expected) => {
  expect(withoutSecretsInJson({ url }).value).toEqual({ url: expected })
})

test('redacts a URL of a million question marks in linear time', () => {
  const url = `https://a.example/${'?'.repeat(1_000_000)}`
  expect(withoutSecretsInJson({ url }).value).toEqual({ url })
})
