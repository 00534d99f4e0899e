import { expect, test } from 'vitest'
import { homePath, homeQueryOf, workflowQueryOf } from './home-query.ts'

test('a URL query round-trips', () => {
  const query = { search: 'a & b', tags: ['x', 'y,z'], sort: 'name', project: 'sales', page: 3 } as const
  expect(homeQueryOf(new URLSearchParams(homePath(query).split('?')[1]))).toEqual(query)
  expect(homePath({ search: '', tags: [], sort: 'updated', project: undefined, page: 1 })).toBe('/')
})

test('invalid values in a URL become defaults', () => {
  expect(homeQueryOf(new URLSearchParams('sort=size&page=-2&tag=&project='))).toEqual({
    search: '',
    tags: [],
    sort: 'updated',
    project: undefined,
    page: 1,
  })
})

test('sorts names ascending and dates descending', () => {
  const query = { search: '', tags: ['a', 'b'], project: 'sales', page: 2 }
  expect(workflowQueryOf({ ...query, sort: 'name' })).toMatchObject({
    sort: 'name',
    order: 'asc',
    project: 'sales',
    offset: 25,
    tags: 'a,b',
  })
  expect(workflowQueryOf({ ...query, sort: 'created' })).toMatchObject({ sort: 'created_at', order: 'desc' })
})
