/** A file in the format of the API: text as is, everything else in base64. */
export interface LaunchFile {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly content: string
  readonly encoding?: 'base64'
}

export async function readFile(file: File): Promise<LaunchFile> {
  const about = { name: file.name, type: file.type, size: file.size }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return { ...about, content: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { ...about, content: base64(bytes), encoding: 'base64' }
  }
}

const CHUNK = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}
