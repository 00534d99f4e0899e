/** The key with which Restate signs its requests, so that workers accept requests of this Restate server only. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The DER form of an Ed25519 public key ends with the 32 bytes of the key. */
const KEY_BYTES = 32

/** Writes a new private key to a file and returns the public key as `--restate-identity-key` takes it. */
export function createIdentityKey(file: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return `publickeyv1_${base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES))}`
}

function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let text = ''
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n) {
    text = `${DIGITS[Number(rest % 58n)]}${text}`
  }
  return '1'.repeat(Math.max(zeros, 0)) + text
}
