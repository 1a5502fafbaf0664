import type { Shape } from '../messages/translate.ts'
import type { securityLog as en } from './messages.en.ts'

export const securityLog = {
  title: 'Registro de segurança',
  count: { one: '{count} evento', many: '{count} eventos', estimate: 'mais de {count} eventos' },
  empty: {
    title: 'Nenhum evento ainda',
    hint: 'Acessos e outros eventos das contas aparecem aqui durante um ano.',
  },
  unknown: 'Endereço desconhecido',
  fields: { timestamp: 'Hora', event: 'Evento', email: 'Conta', sender: 'Remetente', result: 'Resultado' },
  events: {
    signIn: 'Acesso',
    signUp: 'Cadastro',
    socialSignIn: 'Acesso por um provedor',
    passwordResetMail: 'Link para nova senha',
    passwordReset: 'Nova senha por link',
    passwordChange: 'Senha alterada',
    emailVerification: 'E-mail confirmado',
    sessionEnd: 'Saída de um dispositivo',
    secondFactor: 'Segunda etapa do acesso',
    recoveryCode: 'Código de recuperação',
    passkeySignIn: 'Acesso com chave de acesso',
    secondFactorSetUp: 'Segundo fator configurado',
    secondFactorRemoval: 'Segundo fator removido',
  },
  results: { ok: 'Bem-sucedido', refused: 'Recusado' },
} as const satisfies Shape<typeof en>
