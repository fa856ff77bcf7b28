// No validator badge and nothing else from another host: all comes from the service itself.
SwaggerUIBundle({ url: 'openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
