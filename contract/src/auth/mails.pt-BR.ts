import type { Shape } from '../messages/translate.ts'
import type { mail as en } from './mails.en.ts'

export const mail = {
  greeting: 'Olá,',
  ignore: 'Se você não fez esta solicitação, ignore este e-mail.',
  expires: 'Este link expira em {hours} horas.',
  expiresSoon: 'Este link expira em uma hora.',
  verification: {
    subject: 'Confirme seu e-mail no {app}',
    text: 'Para confirmar seu endereço de e-mail, abra este link:',
    action: 'Confirmar e-mail',
  },
  passwordReset: {
    subject: 'Redefina sua senha do {app}',
    text: 'Para escolher uma nova senha, abra este link:',
    action: 'Escolher uma nova senha',
  },
  invitation: {
    subject: 'Você recebeu um convite para o {app}',
    textFrom: '{inviter} convidou você para o {app}. Para escolher sua senha e entrar, abra este link:',
    text: 'Você recebeu um convite para o {app}. Para escolher sua senha e entrar, abra este link:',
    action: 'Escolher uma senha',
  },
} as const satisfies Shape<typeof en>
