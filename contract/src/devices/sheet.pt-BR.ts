import type { Shape } from '../messages/translate.ts'
import type { sheetEn } from './sheet.en.ts'

/** Texts of the printed page of a device in Brazilian Portuguese. */
export const sheetPtBR = {
  device: 'Dispositivo',
  manager: 'Gerente',
  surveys: 'Pesquisas',
  code: 'Código QR',
  steps: [
    'Instale o ODK Collect pelo Google Play. É gratuito.',
    'Abra o ODK Collect e toque em “Configurar com código QR”. Se já usa o aplicativo, toque no ícone redondo no alto e depois em “Adicionar projeto”.',
    'Aponte a câmera para o código QR desta página. Os questionários aparecem assim que o celular tiver conexão.',
    'Toque em “Preencher novo formulário” para cada entrevista. Você pode trabalhar sem conexão.',
    'Toque em “Finalizar” no fim da entrevista. O celular a envia assim que tiver conexão.',
  ],
  warning:
    'Este código QR é só para você. Não o fotografe e não o entregue a outras pessoas. Se perder o celular ou esta página, avise o seu supervisor imediatamente.',
} as const satisfies Shape<typeof sheetEn>
