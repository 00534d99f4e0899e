/**
 * `node deploy/restate/identity-key.mjs identity.pem`: creates the private key with which Restate signs its requests, unless
 * the file exists, and prints the public key for `--restate-identity-key`. Plain JavaScript, for any Node.js.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The DER form of an Ed25519 public key ends with the 32 bytes of the key. */
const KEY_BYTES = 32

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: node identity-key.mjs FILE')
  process.exit(1)
}
if (!existsSync(file)) {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
}
const publicKey = createPublicKey(createPrivateKey(readFileSync(file)))
const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES)
console.log(`publickeyv1_${base58(bytes)}`)

function base58(bytes) {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n) text = DIGITS[Number(rest % 58n)] + text
  return '1'.repeat(Math.max(zeros, 0)) + text
}
