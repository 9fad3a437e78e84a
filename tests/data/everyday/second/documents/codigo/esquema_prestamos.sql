-- Esquema de préstamos de la Biblioteca Pública de Torrealba
-- Autor: Octavio Luengo, con ayuda del servicio de informática municipal
-- Última revisión: 11 de septiembre de 2025, por el cambio de multas a suspensiones

CREATE TABLE lector (
    num_carne      CHAR(9) PRIMARY KEY,      -- la primera letra indica sede: T, P o B (bibliobús)
    nombre         VARCHAR(120) NOT NULL,
    nacimiento     DATE NOT NULL,
    infantil       BOOLEAN NOT NULL DEFAULT FALSE,
    suspendido_hasta DATE                    -- nulo si no hay suspensión
);

CREATE TABLE ejemplar (
    codigo_barras  CHAR(13) PRIMARY KEY,
    titulo         VARCHAR(250) NOT NULL,
    tipo           VARCHAR(12) CHECK (tipo IN ('libro','pelicula','novedad','comic','audiolibro')),
    -- El fondo local no sale de la casa: signaturas que empiezan por TL.
    signatura      VARCHAR(30) NOT NULL,
    precio_reposicion NUMERIC(7,2)
);

CREATE TABLE prestamo (
    id             BIGINT GENERATED ALWAYS AS IDENTITY,
    num_carne      CHAR(9) REFERENCES lector,
    codigo_barras  CHAR(13) REFERENCES ejemplar,
    salida         DATE NOT NULL DEFAULT CURRENT_DATE,
    vence          DATE NOT NULL,
    devuelto       DATE,
    renovaciones   SMALLINT DEFAULT 0 CHECK (renovaciones <= 2)
);

-- Plazos en días por tipo de documento. Las novedades no se renuevan.
CREATE TABLE plazo (tipo VARCHAR(12) PRIMARY KEY, dias SMALLINT, renovable BOOLEAN);
INSERT INTO plazo VALUES ('libro', 21, TRUE);
INSERT INTO plazo VALUES ('pelicula', 7, FALSE);
INSERT INTO plazo VALUES ('novedad', 14, FALSE);
INSERT INTO plazo VALUES ('comic', 15, TRUE);
INSERT INTO plazo VALUES ('audiolibro', 30, TRUE);

-- Suspensión: el doble de los días de retraso, con un máximo de 60. No afecta a los carnés infantiles.
CREATE FUNCTION dias_suspension(retraso INT, es_infantil BOOLEAN) RETURNS INT AS $$
    SELECT CASE WHEN es_infantil OR retraso <= 0 THEN 0 ELSE LEAST(retraso * 2, 60) END;
$$ LANGUAGE SQL IMMUTABLE;

-- El trabajo nocturno corre a las 03:20 porque a las 03:00 se hace la copia de seguridad.
-- Si un ejemplar lleva 90 días sin volver se da por perdido y se cobra el precio de reposición.
CREATE VIEW perdidos AS
    SELECT p.id, p.num_carne, e.titulo, e.precio_reposicion
    FROM prestamo p JOIN ejemplar e USING (codigo_barras)
    WHERE p.devuelto IS NULL AND CURRENT_DATE - p.vence > 90;

-- Índice añadido por Graciela Somoza: sin él, la consulta de reservas tardaba 14 segundos.
CREATE INDEX ix_prestamo_abierto ON prestamo (codigo_barras) WHERE devuelto IS NULL;
-- No borrar lectores: por estadística se sustituye el nombre por 'BAJA' pasados cinco años.
