import { lazyCode } from '../ui/lazy-code.ts'

/** The code editor, loaded when a form first needs it. */
export const CODE_EDITOR = lazyCode(() => import('./code-editor.tsx'))
