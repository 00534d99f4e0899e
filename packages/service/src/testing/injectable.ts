/** Sends requests to an application without a socket. */
import inject, { type InjectOptions, type Response } from 'light-my-request'
import type { App } from '../http/app.ts'

export interface InjectableApp extends App {
  inject(request: InjectOptions): Promise<Response>
}

export function injectable(app: App): InjectableApp {
  return { ...app, inject: (request) => inject((incoming, response) => app.handle(incoming, response), request) }
}
