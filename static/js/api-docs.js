// Starts Swagger UI on our own description; tries are sent with the session and its CSRF token.

const { schema, csrf } = document.body.dataset;

window.SwaggerUIBundle({
  url: schema,
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers["X-CSRFToken"] = csrf;
    return request;
  },
});
