import { programScopes } from '#platform/scopes.ts'

const authMethods = ['none', 'client_secret_basic', 'client_secret_post']

/** RFC 8414: where programs find out how to ask members for access. */
export function authorizationServerMetadata(siteUrl: string) {
  return {
    issuer: siteUrl,
    authorization_endpoint: `${siteUrl}/authorize`,
    token_endpoint: `${siteUrl}/api/v3/oauth2/authenticate`,
    revocation_endpoint: `${siteUrl}/api/v3/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: authMethods,
    scopes_supported: ['public', 'full', ...programScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${siteUrl}/api/docs`,
    ui_locales_supported: ['de', 'es', 'fr', 'el', 'it', 'en'],
  }
}
