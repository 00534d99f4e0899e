/** A typed client of the Millrace API, generated from the routes of the service. */
export { ApiError, type ErrorDetail, isApiError } from './api-error.ts'
export { type Client, createClient } from './create-client.ts'
export type * from './operations.gen.ts'
export { items, type ListOperation, type PageArgs, pages } from './pages.ts'
export type { ClientOptions, Query, RawRequest, Send } from './send.ts'
export type { NoArgs, Page, RequestOptions, Saved, StreamEvent, StreamOptions } from './types.ts'
