export type EditorLanguage = 'javascript' | 'json' | 'markdown' | 'template' | 'expression' | 'text'
