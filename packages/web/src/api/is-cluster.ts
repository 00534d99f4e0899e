import type { Client } from './client.ts'

const features = new WeakMap<Client, Promise<boolean>>()

/** True if several processes serve this installation. */
export function isCluster(client: Client): Promise<boolean> {
  const known = features.get(client)
  if (known !== undefined) return known
  const asked = client
    .getSystemConfig()
    .then((config) => config.features.cluster === true)
    .catch(() => {
      features.delete(client)
      return false
    })
  features.set(client, asked)
  return asked
}
