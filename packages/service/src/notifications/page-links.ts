/** Addresses of pages in messages, which are opened outside of the service. */
import type { Config } from '../platform/config.ts'

export interface PageLinks {
  execution(id: string): string
  /** The inbox with this question only. */
  question(id: string): string
  settings(part: string): string
}

/** Below `--public-url`, otherwise below the address that the service listens on. */
export function pageLinks({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): PageLinks {
  const base = publicUrl === undefined ? originOf(host, port) : publicUrl.origin + publicUrl.path
  return {
    execution: (id) => `${base}/#/executions/${encodeURIComponent(id)}`,
    question: (id) => `${base}/#/inbox?question=${encodeURIComponent(id)}`,
    settings: (part) => `${base}/#/settings?part=${part}`,
  }
}

function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
