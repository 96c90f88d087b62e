import { HOTP, Secret } from 'otpauth'

/** The code an authenticator app shows in a time step: 30 seconds since 1970, counted. */
export function totpCode(secret: Buffer, step: number): string {
  return HOTP.generate({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), counter: step })
}
