import type { Caller } from '@millrace/client'
import { createContext, use } from 'react'
import type { Client } from '../api/client.ts'

export interface PageContextValue {
  readonly client: Client
  readonly caller: Caller
  readonly signOut: () => void
}

export const PageContext = createContext<PageContextValue | undefined>(undefined)

/** The client of the page and the signed-in user. */
export function usePage(): PageContextValue {
  const page = use(PageContext)
  if (page === undefined) throw new Error('usePage is used outside of the page')
  return page
}
