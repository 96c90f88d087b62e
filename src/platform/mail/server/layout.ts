/** The mails' HTML with [[places]] and marked pieces. Made by compile-layout.ts. */
export const layout = `<!doctype html>
<html lang="[[lang]]" dir="auto" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>[[subject]]</title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css">
#outlook a { padding:0; }
body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript>
<xml>
<o:OfficeDocumentSettings>
<o:AllowPNG/>
<o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings>
</xml>
</noscript>
<![endif]-->
<!--[if lte mso 11]>
<style type="text/css">
.mj-outlook-group-fix { width:100% !important; }
</style>
<![endif]-->
<style type="text/css">
@media only screen and (min-width:480px) {
.mj-column-per-100 { width:100% !important; max-width: 100%; }
}
</style>
<style media="screen and (min-width:480px)">
.moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
</style>
<style type="text/css">
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page, .page > div { background-color: #141a1d !important; }
.sheet, .sheet > table { background: #1e272b !important; background-color: #1e272b !important; }
.sheet div, .sheet h1, .sheet td { color: #e8ecec !important; border-color: #3a474d !important; }
.brand div { color: #7cc7c0 !important; }
.quiet div, .quiet a { color: #a9b6ba !important; }
}
</style>
<meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" />
</head>
<body  class="page" style="word-spacing:normal;background-color:#f4f1ea;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">[[preview]]</div>
<div
aria-label="[[subject]]" aria-roledescription="email" role="article" lang="[[lang]]" dir="auto" style="word-spacing:normal;background-color:#f4f1ea;"
>
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  style="margin:0px auto;max-width:600px;">
<table
align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"
>
<tbody>
<tr>
<td
style="direction:ltr;font-size:0px;padding:24px 0 0;text-align:center;"
>
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div
class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
>
<table
border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
>
<tbody>
<tr>
<td
align="left" class="brand" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:20px;font-weight:700;line-height:24px;text-align:left;color:#1f5f5b;"
>Aularium</div>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="sheet-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="sheet" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;border-radius:8px;overflow:hidden;">
<table
align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;"
>
<tbody>
<tr>
<td
style="border-radius:8px;direction:ltr;font-size:0px;padding:16px 0;text-align:center;"
>
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div
class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
>
<table
border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
>
<tbody>
<tr>
<td
align="left" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1d2a33;"
><h1 style="margin:8px 0;font-size:24px;line-height:32px;">[[heading]]</h1></div>
</td>
</tr>
<!--paragraph-->
<tr>
<td
align="left" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1d2a33;"
>[[text]]</div>
</td>
</tr>
<!--/paragraph--><!--button-->
<tr>
<td
align="left" style="font-size:0px;padding:16px 24px;word-break:break-word;"
>
<table
border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;"
>
<tbody>
<tr>
<td
align="center" bgcolor="#1f5f5b" role="presentation" style="border:none;border-radius:6px;cursor:auto;mso-padding-alt:14px 24px;background:#1f5f5b;" valign="middle"
>
<a
href="[[href]]" style="display:inline-block;background:#1f5f5b;color:#ffffff;font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;font-weight:700;line-height:120%;margin:0;text-decoration:none;text-transform:none;padding:14px 24px;mso-padding-alt:0px;border-radius:6px;" target="_blank"
>
[[text]]
</a>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
<tr>
<td
align="left" class="quiet" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:13px;line-height:20px;text-align:left;color:#55646e;"
><a href="[[href]]" style="color:#55646e;word-break:break-all;">[[href]]</a></div>
</td>
</tr>
<!--/button--><!--rows-->
<tr>
<td
align="left" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<table
cellpadding="0" cellspacing="0" width="100%" border="0" style="color:#1d2a33;font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;table-layout:auto;width:100%;border:none;"
>
<!--row--><tr><td style="padding:6px 12px 6px 0;border-bottom:1px solid #e3ded2;vertical-align:top;">[[label]]</td><td style="padding:6px 0;border-bottom:1px solid #e3ded2;text-align:right;white-space:nowrap;vertical-align:top;">[[value]]</td></tr><!--/row-->
</table>
</td>
</tr>
<!--/rows--><!--note-->
<tr>
<td
align="left" class="quiet" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:13px;line-height:20px;text-align:left;color:#55646e;"
>[[text]]</div>
</td>
</tr>
<!--/note-->
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  style="margin:0px auto;max-width:600px;">
<table
align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"
>
<tbody>
<tr>
<td
style="direction:ltr;font-size:0px;padding:0 0 24px;text-align:center;"
>
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div
class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
>
<table
border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
>
<tbody>
<tr>
<td
align="left" class="quiet" style="font-size:0px;padding:8px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:13px;line-height:20px;text-align:left;color:#55646e;"
>[[footer]]</div>
</td>
</tr>
<!--link-->
<tr>
<td
align="left" class="quiet" style="font-size:0px;padding:4px 24px;word-break:break-word;"
>
<div
style="font-family:Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:13px;line-height:28px;text-align:left;color:#55646e;"
><a href="[[href]]" style="color:#55646e;">[[text]]</a></div>
</td>
</tr>
<!--/link-->
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</div>
</body>
</html>`
