/** The client without the rest of undici: `fetch`, caches and mocks take most of its loading time and memory. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici'
  export = Client
}
