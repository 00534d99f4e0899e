/** The sets of written requests: one that the built-in assistant is tuned on, and one that it is only measured on. */
import { readdir } from 'node:fs/promises'
import type { Request } from './request.ts'

export const SETS = ['tuning', 'held-out'] as const
export type SetName = (typeof SETS)[number]

/** Every request of a set, once: all lists that the files of its folder export. */
export async function requestsOf(set: SetName): Promise<Request[]> {
  const folder = new URL(`./${set}/`, import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort()
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const lists = modules
    .flatMap((module) => Object.values(module))
    .filter((list): list is Request[] => Array.isArray(list))
  return [...new Set(lists.flat())]
}
