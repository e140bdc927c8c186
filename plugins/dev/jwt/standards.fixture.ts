/** RFC 7515, appendix A.1: signed with a secret. */
export const hs256 = {
  token:
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  jwk: {
    kty: "oct",
    k: "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
  },
};

/** RFC 7515, appendix A.2: signed with RSA. */
export const rs256 = {
  token:
    "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw",
  jwk: {
    kty: "RSA",
    e: "AQAB",
    n: "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
  },
};

/** RFC 7515, appendix A.3: signed on the curve P-256. */
export const es256 = {
  token:
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
  jwk: {
    kty: "EC",
    crv: "P-256",
    x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  },
};

/** RFC 8037, appendix A.4: signed with Ed25519, with a payload that isn't JSON. */
export const eddsa = {
  token:
    "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
  jwk: { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
};

/** RFC 7519, section 6.1: unsigned. */
export const unsecured =
  "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.";

/** A token signed with the key of a certificate that was generated for this test. */
export const certified = {
  token:
    "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJjZXJ0aWZpY2F0ZSJ9.H9DhI70CS2P2RGoMOYSesEtp0DZh3etYdJbRgBTnS_6D1JIq66_93Icb77bOh_XV2D4VY4KSkYU7jKjE34Qcrw",
  public_key: `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIULnpbk+Wpc3Xf+LIFOMo7dhRXw+8wCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjExOTIwMDhaGA8yMTI2MTAyODE5MjAw
OFowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOWx
OtKHBT+H6ToUYgoY4RsrNQRbHySl1OTON+gQlqJmWOFF4gcvsWr6pFQWXwwPxVD3
lGYpBHAyOlXS2MHpsNCjUzBRMB0GA1UdDgQWBBSwIJjWF/JtztqTiP7FAOL6Uu2B
izAfBgNVHSMEGDAWgBSwIJjWF/JtztqTiP7FAOL6Uu2BizAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0kAMEYCIQDWtZH91IUfpGWY5NsPIP67NmOUeCOnv9Z8
NhQl1qNfVAIhAOd/7EHZwnR5KeCbEdXlitf8K5y8t+ULlf7rcfgDyOJr
-----END CERTIFICATE-----`,
};
