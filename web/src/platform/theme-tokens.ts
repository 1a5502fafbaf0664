/**
 * Tokens shared by all themes. antd's error red and description grey fail WCAG AA, so they are set here, for
 * the application and for the generator of the theme files.
 */
export const themeKey = 'baseline'

const shared = { fontSize: 14, borderRadius: 8 }

export const lightTokens = {
  ...shared,
  colorError: '#cf1322',
  colorTextTertiary: 'rgba(0,0,0,0.6)',
  colorTextDescription: 'rgba(0,0,0,0.6)',
  colorTextPlaceholder: 'rgba(0,0,0,0.55)',
}

export const darkTokens = {
  ...shared,
  // Text on pure black glares; this is dark enough to distinguish panels.
  colorBgLayout: '#0c0c0c',
  colorError: '#ff7875',
  colorTextTertiary: 'rgba(255,255,255,0.65)',
  colorTextDescription: 'rgba(255,255,255,0.65)',
  colorTextPlaceholder: 'rgba(255,255,255,0.55)',
}
