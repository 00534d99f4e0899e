import { expect, test } from 'vitest'
import { homePath, homeQueryOf, workflowQueryOf } from './home-query.ts'

test('an address comes back as it was', () => {
  const query = { search: 'a & b', tags: ['x', 'y,z'], sort: 'name', page: 3 } as const
  expect(homeQueryOf(new URLSearchParams(homePath(query).split('?')[1]))).toEqual(query)
  expect(homePath({ search: '', tags: [], sort: 'updated', page: 1 })).toBe('/')
})

test('what makes no sense in an address counts as usual', () => {
  expect(homeQueryOf(new URLSearchParams('sort=size&page=-2&tag='))).toEqual({
    search: '',
    tags: [],
    sort: 'updated',
    page: 1,
  })
})

test('names go up, dates go down', () => {
  const query = { search: '', tags: ['a', 'b'], page: 2 }
  expect(workflowQueryOf({ ...query, sort: 'name' })).toMatchObject({
    sort: 'name',
    order: 'asc',
    offset: 25,
    tags: 'a,b',
  })
  expect(workflowQueryOf({ ...query, sort: 'created' })).toMatchObject({ sort: 'created_at', order: 'desc' })
})
